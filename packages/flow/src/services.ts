import type { AskModel } from '@lectern/answering';
import type {
  ChatParameters,
  Citation,
  FlowGraph,
  Json,
  RetrievalHit,
  RetrievalSettings,
} from '@lectern/contract';
import type { ChatRequest, ChatTool, ToolCall } from '@lectern/models';
import type { StepModel, Turn } from './engine/state.ts';

/** Counted while a step runs, and kept with it. */
export type StepUsage = { tokens: number; price: number; models: StepModel[] };

export type WriteRequest = {
  modelId: string | null;
  system: string;
  prompt: string;
  history: Turn[];
  /** Numbered from 1; the text cites them by `[n]`. */
  passages: RetrievalHit[];
  /** The question that passages are to answer. */
  question: string;
  cite: boolean;
  parameters: Partial<ChatParameters>;
  onDelta?: ((text: string) => void) | undefined;
  onCitation?: ((citation: Citation) => void) | undefined;
};

/** A flow that another one runs. */
export type PublishedFlow = { id: string; name: string; version: number; graph: FlowGraph };

/** A tool of an MCP server as a model is told of it. */
export type McpToolOffer = {
  id: string;
  /** Of its definition. */
  revision: string;
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  /** A person is asked before each call. */
  asks: boolean;
};

/** What components may reach, bound to a company and to who runs the flow. Every call is checked and booked there. */
export type FlowServices = {
  /** One short request; the answer is undefined where there is no model that writes, or its call failed. */
  ask: (modelId: string | null) => AskModel;
  /** A whole text, with the sources that it cites. The built-in model answers from the passages only. */
  write: (request: WriteRequest) => Promise<{ text: string; citations: Citation[]; isBuiltIn: boolean }>;
  /** One round with a model that may ask for tools; undefined where there is no model that writes. */
  converse: (request: {
    modelId: string | null;
    messages: ChatRequest['messages'];
    tools: ChatTool[];
    parameters: Partial<ChatParameters>;
    onDelta?: ((text: string) => void) | undefined;
  }) => Promise<{ text: string; calls: ToolCall[] } | undefined>;
  retrieve: (request: {
    knowledgeBaseIds: string[];
    question: string;
    settings: Partial<RetrievalSettings>;
  }) => Promise<RetrievalHit[]>;
  /** What a question comes to over the columns of tables, with the row that its text cites; undefined: nothing. */
  askTables: (request: {
    knowledgeBaseIds: string[];
    question: string;
    modelId: string | null;
  }) => Promise<{ text: string; citations: Citation[]; columns: string[]; rows: Json[][] } | undefined>;
  /** One statement that reads, at the database whose address the credential holds. */
  querySql: (request: {
    credentialId: string;
    sql: string;
    parameters: (string | null)[];
    maxRows: number;
    timeoutSeconds: number;
    signal: AbortSignal;
  }) => Promise<{ columns: string[]; rows: Json[][]; truncated: boolean }>;
  askAssistant: (request: {
    assistantId: string;
    question: string;
    history: Turn[];
    onDelta?: ((text: string) => void) | undefined;
    onCitation?: ((citation: Citation) => void) | undefined;
  }) => Promise<{ text: string; citations: Citation[]; nothingFound: boolean }>;
  /** The published version of a flow that the flow's owner may use, or the version that a run began with. */
  loadFlow: (request: { flowId: string; version?: number | undefined }) => Promise<PublishedFlow>;
  /** The one way out of the process, with the rules of the installation. */
  fetch: (
    url: string,
    init: {
      method: string;
      headers: Record<string, string>;
      body?: string | undefined;
      /** `error`: what is sent is for that host alone. */
      redirect: 'follow' | 'error';
      signal: AbortSignal;
    },
  ) => Promise<{ status: number; headers: Record<string, string>; text: string }>;
  /** The secret of a stored credential, for the host that it was stored for and no other. */
  readSecret: (request: { credentialId: string; host: string }) => Promise<string>;
  /** Those of these tools of MCP servers that the company allows now. */
  listMcpTools: (request: { toolIds: string[] }) => Promise<McpToolOffer[]>;
  /** What a call came to, as text. Fails where the tool is not allowed any more, or is not what was offered. */
  callMcpTool: (request: {
    toolId: string;
    revision: string;
    given: Record<string, Json>;
    key: string;
    /** A person was asked and agreed. */
    consented: boolean;
    signal: AbortSignal;
  }) => Promise<string>;
  /** Whether whoever uses the run may be asked to allow what changes something elsewhere. */
  mayConsent: () => Promise<boolean>;
  /** Queues a mail to each of them, once for each key. */
  sendMail: (request: { to: string[]; subject: string; text: string; key: string }) => Promise<void>;
  /** Runs the body of an async function of `inputs`, apart from everything else. */
  runCode: (request: {
    code: string;
    inputs: Record<string, Json>;
    timeoutSeconds: number;
    signal: AbortSignal;
  }) => Promise<Json>;
};
