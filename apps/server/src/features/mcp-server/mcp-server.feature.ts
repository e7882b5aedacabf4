import { defineFeature } from '../../platform/feature.ts';
import { mcpPlugin } from './mcp-plugin.ts';

export const mcpServerFeature = defineFeature({ plugin: mcpPlugin });
