import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Source launcher of a checkout, run by the shims as {@code java build/Launch.java ARGS}. Compares a
 * digest of the sources with the one of the last build, runs Maven when they differ, then starts the
 * runnable jar with the same arguments, streams and exit code. {@code test} is answered here, because
 * it runs Maven anyway. Everything this class prints goes to standard error.
 *
 * <p>Exit codes of its own: 2 without a command, 3 when something it needs is absent or the build fails; otherwise those of
 * the command.
 */
final class Launch {
    private static final String JAR = "standalone/target/terrane-exec.jar";
    private static final List<String> JAVA_FLAGS =
            List.of(
                    "--enable-native-access=ALL-UNNAMED",
                    "-XX:+UseCompactObjectHeaders",
                    "-XX:+UseSerialGC",
                    "-Xmx256m");
    // JDK 24 and newer warn without these; older ones refuse to start with them, so they cannot be in
    // .mvn/jvm.config, where they would come before the message about the JDK's version.
    private static final String MAVEN_FLAGS =
            "--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow"
                    + " -XX:+UseSerialGC -XX:TieredStopAtLevel=1";
    private static final List<String> LONG =
            List.of("-Dterrane.long=true", "-Dterrane.test.limit=6h", "-Dterrane.tests.seconds=0");
    /**
     * What decides about a change must decide the same twice: simulations begin at a fixed seed, and a
     * test that fails is repeated once. One that passes then is told of; two in a module fail it.
     */
    private static final List<String> GATE =
            List.of(
                    "-Dterrane.seeds.root=1",
                    "-Dsurefire.rerunFailingTestsCount=1",
                    "-Dsurefire.failOnFlakeCount=2",
                    "-Dfailsafe.rerunFailingTestsCount=1",
                    "-Dfailsafe.failOnFlakeCount=2");
    private static final Map<String, List<String>> TEST_OPTIONS =
            Map.of("--long", LONG, "--gate", GATE);
    private static final Set<String> SKIPPED_FOLDERS =
            Set.of("target", "data", "node_modules", "dist", "docs", "test");
    private static final Pattern MODULE = Pattern.compile("Building (\\S+) .*\\[(\\d+)/(\\d+)]");
    private static final List<List<String>> HELP =
            List.of(List.of(), List.of("--help"), List.of("-h"));
    private static final int USAGE = 2;
    private static final int FAILED = 3;

    private final Path root;
    private final List<String> arguments;

    private Launch(Path root, List<String> arguments) {
        this.root = root;
        this.arguments = arguments;
    }

    public static void main(String[] arguments) throws Exception {
        Path source = Path.of(System.getProperty("jdk.launcher.sourcefile", "build/Launch.java"));
        Path root = source.toAbsolutePath().normalize().getParent().getParent();
        System.exit(new Launch(root, List.of(arguments)).run());
    }

    private int run() throws IOException, InterruptedException {
        try {
            if (HELP.contains(arguments)) {
                return help();
            }
            boolean help = arguments.contains("--help") || arguments.contains("-h");
            if (!help && !arguments.isEmpty() && arguments.getFirst().equals("test")) {
                return test(arguments.subList(1, arguments.size()));
            }
            boolean bench = !help && !arguments.isEmpty() && arguments.getFirst().equals("bench");
            build(bench ? "standalone,bench" : "standalone");
            return start();
        } catch (Refused e) {
            System.err.println("terrane: " + e.getMessage());
            return FAILED;
        }
    }

    /** What the program says of its commands, without building it; a test of it keeps the file so. */
    private int help() throws IOException {
        PrintStream to = arguments.isEmpty() ? System.err : System.out;
        to.print(arguments.isEmpty() ? "Name a command." + System.lineSeparator() : "");
        to.print(Files.readString(root.resolve("build/help.txt")));
        return arguments.isEmpty() ? USAGE : 0;
    }

    /** Runs the whole Maven build with its tests: Maven's own output, then what failed, in short. */
    private int test(List<String> extra) throws IOException, InterruptedException {
        requireNode();
        String maven = requireMaven();
        try (FileLock lock = lock()) {
            String digest = digest();
            unlinkJar();
            List<String> command = new ArrayList<>(List.of(maven, "-B", "-ntp", "verify"));
            for (String argument : extra) {
                command.addAll(TEST_OPTIONS.getOrDefault(argument, List.of(argument)));
            }
            FileTime begin = Files.getLastModifiedTime(Files.writeString(started(), digest));
            int exit = await(maven(command).inheritIO().start());
            if (exit == 0) {
                record("standalone", digest);
            }
            TestReport.since(root, begin, exit == 0).forEach(System.err::println);
            return exit == 0 ? 0 : 1;
        }
    }

    private void build(String modules) throws IOException, InterruptedException {
        try (FileLock lock = lock()) {
            String digest = digest();
            if (Files.exists(root.resolve(JAR)) && digest.equals(recorded(modules))) {
                return;
            }
            String maven = requireMaven();
            unlinkJar();
            Instant begin = Instant.now();
            System.err.println("terrane: sources changed since the last build, running Maven");
            // Both: a module that says itself when its tests are skipped does not hear the first.
            List<String> command =
                    List.of(
                            maven, "-B", "-ntp", "-pl", modules, "-am", "-Dmaven.test.skip=true",
                            "-DskipTests", "package");
            Path log = state().resolve("build.log");
            Process process = maven(command).redirectErrorStream(true).start();
            List<String> errors = follow(process, log);
            if (await(process) != 0) {
                errors.stream().limit(30).forEach(System.err::println);
                throw new Refused("the build failed; its whole output is in " + log);
            }
            record(modules, digest);
            System.err.printf("terrane: built in %.1f s%n", seconds(begin));
        }
    }

    /** Shows one line a module, keeps everything in the log, returns the error lines. */
    private static List<String> follow(Process process, Path log) throws IOException {
        List<String> errors = new ArrayList<>();
        Instant begin = Instant.now();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
                PrintWriter copy =
                        new PrintWriter(Files.newBufferedWriter(log, StandardCharsets.UTF_8))) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                copy.println(line);
                Matcher module = MODULE.matcher(line);
                if (module.find()) {
                    System.err.printf(
                            "  [%s/%s] %s (%.0f s)%n",
                            module.group(2), module.group(3), module.group(1), seconds(begin));
                } else if (line.startsWith("[ERROR]")) {
                    errors.add(line);
                }
            }
        }
        return errors;
    }

    /** Starts the jar on this process's streams and stands in for it until it ends. */
    private int start() throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(JAVA_FLAGS);
        // Later flags win.
        Arrays.stream(System.getenv().getOrDefault("TERRANE_JAVA_OPTS", "").split("\\s+"))
                .filter(flag -> !flag.isEmpty())
                .forEach(command::add);
        command.addAll(List.of("-jar", root.resolve(JAR).toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
        builder.environment().put("TERRANE_HOME", root.toString());
        return await(builder.start());
    }

    /**
     * Waits for the child. Ctrl-C reaches both processes, a termination signal only this one: either
     * way this process passes it on and ends after the child, with the child's exit code.
     */
    private static int await(Process child) throws InterruptedException {
        Thread hook =
                new Thread(
                        () -> {
                            child.destroy();
                            Runtime.getRuntime().halt(waitUninterruptibly(child));
                        });
        Runtime.getRuntime().addShutdownHook(hook);
        int exit = child.waitFor();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException shuttingDown) {
            Thread.currentThread().join();
        }
        return exit;
    }

    private static int waitUninterruptibly(Process child) {
        while (true) {
            try {
                return child.waitFor();
            } catch (InterruptedException again) {
                // The child's end is the only way out of a shutdown hook.
            }
        }
    }

    private ProcessBuilder maven(List<String> command) {
        ProcessBuilder builder = new ProcessBuilder(command).directory(root.toFile());
        Map<String, String> environment = builder.environment();
        environment.remove("TERRANE_HOME");
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.merge("MAVEN_OPTS", MAVEN_FLAGS, (own, ours) -> ours + " " + own);
        return builder;
    }

    private String requireMaven() throws IOException, InterruptedException {
        Optional<Path> maven = onPath("mvn");
        if (maven.isEmpty()) {
            throw new Refused(
                    "building needs Maven 3.8 or newer and there is no mvn on PATH. Install it"
                            + " (Debian: apt-get install maven; macOS: brew install maven).");
        }
        String command = maven.get().toString();
        Process process =
                maven(List.of(command, "-B", "-v")).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        Matcher version = Pattern.compile("Apache Maven (\\d+)\\.(\\d+)").matcher(output);
        if (!version.find()) {
            throw new Refused(command + " -v does not say its version: " + output.strip());
        }
        int major = Integer.parseInt(version.group(1));
        if (major < 3 || (major == 3 && Integer.parseInt(version.group(2)) < 8)) {
            throw new Refused(
                    "building needs Maven 3.8 or newer; " + command + " is " + version.group());
        }
        return command;
    }

    private static void requireNode() throws IOException, InterruptedException {
        String wanted = "the tests need Node.js 20 or newer (the RPC client tests run on it); ";
        Optional<Path> node = onPath("node");
        if (node.isEmpty()) {
            throw new Refused(wanted + "there is no node on PATH.");
        }
        Process process = new ProcessBuilder(node.get().toString(), "--version").start();
        String version =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        Matcher major = Pattern.compile("v(\\d+)\\.").matcher(version);
        if (!major.find() || Integer.parseInt(major.group(1)) < 20) {
            throw new Refused(wanted + node.get() + " is " + version + ".");
        }
    }

    private static Optional<Path> onPath(String program) {
        boolean windows = System.getProperty("os.name").startsWith("Windows");
        List<String> names =
                windows ? List.of(program + ".cmd", program + ".exe") : List.of(program);
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .flatMap(folder -> names.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Digest of every file the runnable jar is made from: main sources, POMs and Maven's own settings. */
    private String digest() throws IOException {
        Map<String, Path> files = new TreeMap<>();
        Files.walkFileTree(
                root,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(
                            Path folder, BasicFileAttributes attributes) {
                        String name = folder.getFileName().toString();
                        boolean hidden = name.startsWith(".") && !name.equals(".mvn");
                        boolean inPackages = folder.toString().contains("src" + File.separator);
                        boolean skipped = !inPackages && SKIPPED_FOLDERS.contains(name);
                        boolean tests = folder.endsWith(Path.of("src", "test"));
                        return !folder.equals(root) && (hidden || skipped || tests)
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        Path path = root.relativize(file);
                        if (isBuilt(path)) {
                            files.put(path.toString().replace(File.separatorChar, '/'), file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        MessageDigest digest = sha256();
        for (Map.Entry<String, Path> file : files.entrySet()) {
            byte[] content = Files.readAllBytes(file.getValue());
            digest.update((file.getKey() + '\n' + content.length + '\n').getBytes(StandardCharsets.UTF_8));
            digest.update(content);
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static boolean isBuilt(Path path) {
        String text = path.toString().replace(File.separatorChar, '/');
        return text.contains("src/main/") || text.startsWith(".mvn/") || path.endsWith("pom.xml");
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    private String recorded(String modules) throws IOException {
        Path file = state().resolve(modules.replace(',', '+') + ".digest");
        return Files.exists(file) ? Files.readString(file).strip() : "";
    }

    private void record(String modules, String digest) throws IOException {
        Files.writeString(state().resolve(modules.replace(',', '+') + ".digest"), digest + "\n");
    }

    /** A jar that is rewritten in place breaks the process that runs from it; an unlinked one does not. */
    private void unlinkJar() throws IOException {
        try {
            Files.deleteIfExists(root.resolve(JAR));
        } catch (IOException e) {
            throw new Refused(JAR + " is in use; stop the running instance first (terrane stop)");
        }
    }

    private FileLock lock() throws IOException {
        Path file = state().resolve("lock");
        FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock();
        if (lock == null) {
            System.err.println("terrane: another build of this checkout is running, waiting for it");
            lock = channel.lock();
        }
        return lock;
    }

    /** Its time of writing is the file system's own, as that of the reports is. */
    private Path started() {
        return state().resolve("test-started");
    }

    private Path state() {
        try {
            return Files.createDirectories(root.resolve("target/launch"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double seconds(Instant begin) {
        return Duration.between(begin, Instant.now()).toMillis() / 1000.0;
    }

    /** Something the launcher needs is absent; the message says what and how to get it. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(String message) {
            super(message);
        }
    }
}
