export {
  type McpPlace,
  type McpServerConnection,
  type McpToolCall,
  type McpToolDefinition,
  withMcpServer,
} from './mcp-server.ts';
export { type McpFault, McpServerError } from './mcp-server-error.ts';
