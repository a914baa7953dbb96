<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.11.0" name="guest-tiles" tilewidth="16" tileheight="16" tilecount="16" columns="8">
 <image source="guest-tiles.png" width="128" height="32"/>
 <tile id="0" type="grass"/>
 <tile id="1" type="meadow"/>
 <tile id="2" type="path"/>
 <tile id="3" type="sand"/>
 <tile id="4" type="water"/>
 <tile id="5" type="deep-water">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="6" type="floor"/>
 <tile id="7" type="flowers"/>
 <tile id="8" type="wall">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="9" type="tree">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="10" type="rock">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="11" type="fence">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="12" type="table">
  <properties>
   <property name="solid" type="bool" value="true"/>
  </properties>
 </tile>
 <tile id="13" type="rug"/>
 <tile id="14" type="door"/>
 <tile id="15" type="bridge"/>
</tileset>
