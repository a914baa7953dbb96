<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="meadow" tilewidth="16" tileheight="16" tilecount="16" columns="4">
 <image source="meadow.png" width="64" height="64"/>
 <tile id="3"><properties><property name="solid" type="bool" value="true"/></properties></tile>
</tileset>
