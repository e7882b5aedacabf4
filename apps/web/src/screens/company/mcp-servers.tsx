import { McpServers } from '../../features/mcp-servers/mcp-servers.tsx';

export function Screen() {
  return <McpServers />;
}
