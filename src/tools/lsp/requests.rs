//! The dispatch of requests to their handlers, one row for each request of the protocol.

use super::LanguageServer;
use lsp_server::{ErrorCode, Request, RequestId, Response};
use lsp_types::request::{
    self, CodeActionRequest, CodeLensRequest, Completion, DocumentHighlightRequest, DocumentSymbolRequest,
    ExecuteCommand, Formatting, GotoDefinition, HoverRequest, InlayHintRequest, PrepareRenameRequest,
    References, Rename, SemanticTokensFullRequest,
};

/// The reason why a request has no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failed {
    /// The request cannot be met, with a message to the user.
    #[error("{0}")]
    Refused(String),
    /// The request is unknown or malformed.
    #[error("{0}")]
    Wrong(String),
}

impl LanguageServer {
    /// The answer to a request; `None` if it comes later.
    pub(super) fn answer(&mut self, request: Request) -> Option<Response> {
        let Request { id, method, params } = request;
        use request::Request as R;
        Some(match method.as_str() {
            Completion::METHOD => self.one::<Completion>(id, params, Self::completion),
            HoverRequest::METHOD => self.one::<HoverRequest>(id, params, Self::hover),
            GotoDefinition::METHOD => self.one::<GotoDefinition>(id, params, Self::definition),
            References::METHOD => self.one::<References>(id, params, Self::references),
            DocumentHighlightRequest::METHOD => {
                self.one::<DocumentHighlightRequest>(id, params, Self::highlights)
            }
            PrepareRenameRequest::METHOD => {
                self.one::<PrepareRenameRequest>(id, params, Self::prepare_rename)
            }
            Rename::METHOD => self.one::<Rename>(id, params, Self::rename),
            Formatting::METHOD => self.one::<Formatting>(id, params, Self::formatting),
            DocumentSymbolRequest::METHOD => self.one::<DocumentSymbolRequest>(id, params, Self::symbols),
            InlayHintRequest::METHOD => self.one::<InlayHintRequest>(id, params, Self::inlay_hints),
            CodeActionRequest::METHOD => self.one::<CodeActionRequest>(id, params, Self::actions),
            CodeLensRequest::METHOD => self.one::<CodeLensRequest>(id, params, Self::lenses),
            SemanticTokensFullRequest::METHOD => {
                self.one::<SemanticTokensFullRequest>(id, params, Self::semantic_tokens)
            }
            ExecuteCommand::METHOD => return self.command(id, params),
            other => {
                let text = format!("`{other}` is not offered");
                Response::new_err(id, ErrorCode::MethodNotFound as i32, text)
            }
        })
    }

    fn one<R: request::Request>(
        &mut self,
        id: RequestId,
        parameters: serde_json::Value,
        handle: impl FnOnce(&mut Self, R::Params) -> Result<R::Result, Failed>,
    ) -> Response {
        let parameters = serde_json::from_value(parameters).map_err(|error| Failed::Wrong(error.to_string()));
        match parameters.and_then(|parameters| handle(self, parameters)) {
            Ok(result) => Response::new_ok(id, result),
            Err(failed) => failure(id, &failed),
        }
    }
}

pub(super) fn failure(id: RequestId, failed: &Failed) -> Response {
    let code = match failed {
        Failed::Refused(_) => ErrorCode::RequestFailed,
        Failed::Wrong(_) => ErrorCode::InvalidParams,
    };
    Response::new_err(id, code as i32, failed.to_string())
}
