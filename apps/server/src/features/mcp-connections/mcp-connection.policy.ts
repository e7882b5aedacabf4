import { hasPermission } from '@lectern/contract';
import type { Actor } from '../../platform/actor.ts';
import { definePolicy } from '../../platform/authorized.ts';
import type { McpServerRow, McpToolRow } from './mcp-connection.table.ts';

const runsCompany = ({ level }: Actor) => hasPermission(level, 'SettingsCompany');

export const mcpServerPolicy = definePolicy<McpServerRow>({ notFound: 'mcp_server.not_found' }).allow(
  ['read', 'update', 'delete'],
  runsCompany,
);

export const mcpToolPolicy = definePolicy<McpToolRow>({ notFound: 'mcp_tool.not_found' }).allow(
  ['read', 'update'],
  runsCompany,
);
