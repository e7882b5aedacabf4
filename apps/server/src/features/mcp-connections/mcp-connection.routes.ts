import {
  createMcpServer,
  deleteMcpServer,
  listAllowedMcpTools,
  listMcpServers,
  refreshMcpServer,
  updateMcpServer,
  updateMcpTool,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  addServer,
  changeServer,
  changeTool,
  listServers,
  listToolsToChoose,
  lookAgain,
  removeServer,
} from './mcp-connection.service.ts';

export function mcpConnectionRoutes(platform: Platform) {
  return [
    route(listMcpServers, ({ actor, language }) => listServers(platform, actor, language)),
    route(createMcpServer, ({ actor, body, language, signal, audit }) => {
      audit(body.name);
      return addServer(platform, actor, body, { language, signal });
    }),
    route(updateMcpServer, ({ actor, params, body, language, signal }) =>
      changeServer(platform, actor, params.mcpServerId, body, { language, signal }),
    ),
    route(refreshMcpServer, ({ actor, params, language, signal }) =>
      lookAgain(platform, actor, params.mcpServerId, { language, signal }),
    ),
    route(deleteMcpServer, async ({ actor, params, audit }) => {
      audit(await removeServer(platform, actor, params.mcpServerId));
    }),
    route(updateMcpTool, ({ actor, params, body, audit }) =>
      changeTool(platform, actor, params.mcpToolId, body, audit),
    ),
    route(listAllowedMcpTools, ({ actor }) => listToolsToChoose(platform, actor)),
  ];
}
