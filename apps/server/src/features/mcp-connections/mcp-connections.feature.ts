import { defineFeature } from '../../platform/feature.ts';
import { mcpConnectionRoutes } from './mcp-connection.routes.ts';

export const mcpConnectionsFeature = defineFeature({ routes: mcpConnectionRoutes });
