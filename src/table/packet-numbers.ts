// Numbers of MQTT packets are written as they come. By default mqtt-packet, on which both aedes and mqtt.js stand, makes a buffer for each of the
// 65,536 that there can be when it writes its first packet: seven megabytes for good, in the middle of a table's start.

import { writeToStream } from "mqtt-packet";

writeToStream.cacheNumbers = false;
