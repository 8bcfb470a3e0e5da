// Starts `idiom lsp` and connects the editor with it. Everything else is the server's.

const { workspace, window } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

exports.activate = async function () {
  const settings = workspace.getConfiguration("idiom");
  const command = settings.get("command");
  const server = { command, args: ["lsp"], transport: TransportKind.stdio };
  client = new LanguageClient("idiom", "idiom", server, {
    // C files too: idioms are looked for in the one that was opened last.
    documentSelector: [{ language: "candl" }, { language: "c" }, { language: "cpp" }],
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.candl") },
    initializationOptions: { flags: settings.get("flags"), ascii: settings.get("ascii") },
  });
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`idiom: cannot run \`${command} lsp\`: ${error.message}. Set idiom.command to where it lies.`);
  }
};

exports.deactivate = function () {
  return client?.stop();
};
