@echo off
rem Runs Terrane on a JDK 25 or newer: terrane.jar beside this file or, in a checkout, the source launcher.
setlocal
set "TERRANE_HOME=%~dp0"
set "TERRANE_HOME=%TERRANE_HOME:~0,-1%"
if "%~1"=="" if not exist "%TERRANE_HOME%\terrane.jar" (echo Name a command.& type "%TERRANE_HOME%\build\help.txt"& exit /b 2) 1>&2
set "FLAGS=--enable-native-access=ALL-UNNAMED -XX:+UseCompactObjectHeaders -XX:+UseSerialGC -Xmx256m %TERRANE_JAVA_OPTS%"
set "JDK="
call :try "%JAVA_HOME%"
for %%J in (java.exe) do if not "%%~$PATH:J"=="" call :try "%%~dp$PATH:J.."
for /d %%D in ("%ProgramFiles%\Java\*" "%ProgramFiles%\Eclipse Adoptium\*" "%ProgramFiles%\Microsoft\jdk*" "%ProgramFiles%\Zulu\*" "%USERPROFILE%\.jdks\*") do call :try "%%~D"
if not defined JDK echo terrane: needs a JDK 25 or newer; found none at JAVA_HOME, on PATH or under Program Files. Install one or set JAVA_HOME.>&2
if not defined JDK exit /b 3
if exist "%TERRANE_HOME%\terrane.jar" ("%JDK%\bin\java.exe" %FLAGS% -jar "%TERRANE_HOME%\terrane.jar" %*) else ("%JDK%\bin\java.exe" "%TERRANE_HOME%\build\Launch.java" %*)
exit /b %ERRORLEVEL%
:try
if not defined JDK if exist "%~1\bin\java.exe" for /f tokens^=2^ delims^=.^" %%V in ('findstr /b JAVA_VERSION= "%~1\release" 2^>nul') do if %%V GEQ 25 set "JDK=%~1"
exit /b 0
