"""A second client for `idiom lsp`, on pygls: an editing session from a text that is typed to what is found in
a C file.

    lsp_client.py IDIOM

Every answer goes through lsprotocol, which checks it against the protocol.
"""

import asyncio
import pathlib
import sys
import tempfile

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

TEXT = "Constraint Product ( opcode{p} = mul ∧ {a} = {p}.args[0] ∧ {a} ≠ {p} ) End\n"
SOURCE = "int f(int a, int b) {\n  return a * b;\n}\n"


async def session(idiom, folder):
    client = LanguageClient("lit", "1")
    published = {}
    arrived = asyncio.Event()

    @client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def _(told):
        published[told.uri] = told.diagnostics
        arrived.set()

    @client.feature(lsp.WINDOW_SHOW_MESSAGE)
    def _(told):
        print("message:", told.message)

    async def diagnostics(uri):
        while uri not in published:
            arrived.clear()
            await asyncio.wait_for(arrived.wait(), 60)
        return published.pop(uri)

    await client.start_io(idiom, "lsp")
    started = await client.initialize_async(
        lsp.InitializeParams(
            capabilities=lsp.ClientCapabilities(),
            workspace_folders=[lsp.WorkspaceFolder(folder.as_uri(), "all")],
        )
    )
    print("server:", started.server_info.name)
    client.initialized(lsp.InitializedParams())

    uri, source = (folder / "mine.candl").as_uri(), (folder / "mine.c").as_uri()
    document = lsp.TextDocumentIdentifier(uri)

    def place(word):
        return lsp.Position(0, TEXT.index(word))

    def open_text(uri, language, text):
        client.text_document_did_open(
            lsp.DidOpenTextDocumentParams(lsp.TextDocumentItem(uri, language, 1, text))
        )

    open_text(uri, "candl", TEXT.replace("mul", "mull"))
    for told in await diagnostics(uri):
        print("diagnostic:", told.code, told.message.replace("\n", " / "))
    client.text_document_did_change(
        lsp.DidChangeTextDocumentParams(
            lsp.VersionedTextDocumentIdentifier(2, uri), [lsp.TextDocumentContentChangeWholeDocument(TEXT)]
        )
    )
    print("diagnostics:", len(await diagnostics(uri)))

    hover = await client.text_document_hover_async(lsp.HoverParams(document, place("opcode")))
    print("hover:", hover.contents.value.splitlines()[1])
    offered = await client.text_document_completion_async(lsp.CompletionParams(document, place("mul")))
    print("completion:", sum(item.label == "fmul" for item in offered))
    places = await client.text_document_references_async(
        lsp.ReferenceParams(lsp.ReferenceContext(True), document, lsp.Position(0, TEXT.rindex("{p}") + 1))
    )
    print("references:", [found.range.start.character for found in places])
    edit = await client.text_document_rename_async(
        lsp.RenameParams(document, lsp.Position(0, TEXT.index("{p}") + 1), "product")
    )
    print("rename:", len(edit.document_changes[0].edits))
    symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
    print("symbols:", [symbol.name for symbol in symbols])
    tokens = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
    print("tokens:", len(tokens.data) // 5)
    defined = await client.text_document_definition_async(
        lsp.DefinitionParams(document, lsp.Position(0, TEXT.rindex("{p}") + 1))
    )
    print("definition:", (defined if isinstance(defined, lsp.Location) else defined[0]).range.start.character)
    whole = lsp.Range(lsp.Position(0, 0), lsp.Position(1, 0))
    hints = await client.text_document_inlay_hint_async(lsp.InlayHintParams(document, whole))
    print("hints:", [hint.label for hint in hints])
    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(document, lsp.Range(place("opcode"), place("opcode")), lsp.CodeActionContext([]))
    )
    # lsprotocol takes each action that has a command for a command, and makes a text of what is within.
    (action,) = [action for action in actions if action.title == "Expand Product"]
    print("action:", "'idiom.expand'" in str(action.command))
    expanded = await client.workspace_execute_command_async(
        lsp.ExecuteCommandParams("idiom.expand", [uri, "Product"])
    )
    print("expanded:", (expanded["text"] if isinstance(expanded, dict) else expanded.text).splitlines()[0])
    edits = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(document, lsp.FormattingOptions(2, True))
    )
    print("formatting:", edits[0].new_text.splitlines()[1])

    open_text(source, "c", SOURCE)
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(document))
    command = lenses[0].command
    print("lens:", command.title)
    found = await client.workspace_execute_command_async(
        lsp.ExecuteCommandParams(command.command, command.arguments)
    )
    print("found:", found)
    for told in await diagnostics(source):
        print("finding:", told.range.start.line, told.message)
    await client.shutdown_async(None)
    client.exit(None)
    await client.stop()


with tempfile.TemporaryDirectory() as made:
    asyncio.run(session(sys.argv[1], pathlib.Path(made)))
