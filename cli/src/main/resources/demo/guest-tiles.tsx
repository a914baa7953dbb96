<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="guest-tiles" tilewidth="16" tileheight="16" tilecount="16" columns="8">
 <image source="guest-tiles.png" width="128" height="32"/>
 <tile id="0">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/grass"/>
  </properties>
 </tile>
 <tile id="1">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/meadow"/>
  </properties>
 </tile>
 <tile id="2">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/path"/>
  </properties>
 </tile>
 <tile id="3">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/sand"/>
  </properties>
 </tile>
 <tile id="4">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/water"/>
  </properties>
 </tile>
 <tile id="5">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/deep-water"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="6">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/floor"/>
  </properties>
 </tile>
 <tile id="7">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/flowers"/>
  </properties>
 </tile>
 <tile id="8">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/wall"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="9">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/tree"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="10">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/rock"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="11">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/fence"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="12">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/table"/>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="13">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/rug"/>
  </properties>
 </tile>
 <tile id="14">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/door"/>
  </properties>
 </tile>
 <tile id="15">
  <properties>
   <property name="asset_id" value="tiles/guest-tiles/bridge"/>
  </properties>
 </tile>
</tileset>
