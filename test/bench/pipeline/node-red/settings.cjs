// Node-RED as it comes, apart from what reaches the network or the terminal. The port of its editor is given on the command line.
module.exports = {
  flowFile: "flows.json",
  uiHost: "127.0.0.1",
  telemetry: { enabled: false, updateNotification: false },
  diagnostics: { enabled: false },
  editorTheme: { tours: false, projects: { enabled: false } },
  logging: { console: { level: "warn", metrics: false, audit: false } },
};
