/** A host of MCP Apps: it shows the page of a tool in a frame within a frame, and speaks the protocol with it. */
import type { CallToolResult, ReadResourceResult } from "@modelcontextprotocol/client";
import {
  AppBridge,
  PostMessageTransport,
  type McpUiHostCapabilities,
  type McpUiHostContext,
} from "@modelcontextprotocol/ext-apps/app-bridge";

declare global {
  interface Window {
    /** The test's: reads from the server. */
    readResource: (uri: string) => Promise<ReadResourceResult>;
    /** The test's: gets what the page hands to the host. */
    received: (what: string, content: unknown) => Promise<void>;
    showApp: (html: string, options: AppOptions) => Promise<void>;
    sendReply: (reply: CallToolResult) => Promise<void>;
    changeContext: (context: McpUiHostContext) => void;
  }
}

export interface AppOptions {
  readonly capabilities: McpUiHostCapabilities;
  readonly context: McpUiHostContext;
}

let bridge: AppBridge;

/** Ends when the page has introduced itself. */
window.showApp = async (html, { capabilities, context }) => {
  const frame = document.querySelector("iframe");
  if (frame?.contentWindow === null || frame === null) throw new Error("no frame");
  bridge = new AppBridge(null, { name: "test-host", version: "1" }, capabilities, {
    hostContext: context,
  });
  bridge.onreadresource = ({ uri }) => window.readResource(uri);
  bridge.ondownloadfile = async ({ contents }) => {
    await window.received("file", contents);
    return {};
  };
  bridge.addEventListener("sizechange", ({ height }) => {
    frame.style.height = `${height}px`;
  });
  bridge.addEventListener("sandboxready", () => {
    void bridge.sendSandboxResourceReady({ html, sandbox: "allow-scripts" });
  });
  const initialized = new Promise<void>((resolve) => {
    bridge.addEventListener("initialized", () => resolve());
  });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = frame.dataset["src"] ?? "";
  await initialized;
};

window.sendReply = async (reply) => {
  await bridge.sendToolInput({ arguments: {} });
  await bridge.sendToolResult(reply);
};

window.changeContext = (context) => bridge.setHostContext(context);
