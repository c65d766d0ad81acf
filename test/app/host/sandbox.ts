/** The outer frame, of another origin than the host: it puts the page into an inner frame, and passes messages on. */
let inner: HTMLIFrameElement | undefined;

window.addEventListener("message", ({ source, data }: MessageEvent<SandboxMessage>) => {
  if (source === inner?.contentWindow) window.parent.postMessage(data, "*");
  else if (data.method === "ui/notifications/sandbox-resource-ready") {
    inner = document.createElement("iframe");
    inner.setAttribute("sandbox", data.params.sandbox);
    inner.srcdoc = data.params.html;
    document.body.append(inner);
  } else inner?.contentWindow?.postMessage(data, "*");
});

interface SandboxMessage {
  readonly method?: string;
  readonly params: { readonly html: string; readonly sandbox: string };
}

window.parent.postMessage(
  { jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} },
  "*",
);
