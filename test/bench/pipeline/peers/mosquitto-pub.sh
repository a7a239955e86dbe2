#!/bin/sh
# The native floor: mosquitto_pub reads lines from the serial device and publishes them as they are.
stty -F "$PTY" raw -echo
exec mosquitto_pub -h 127.0.0.1 -p "$MQTT_PORT" -t "$TOPIC" -q 1 -l <"$PTY"
