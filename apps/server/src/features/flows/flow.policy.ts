import { levels } from '@lectern/contract';
import { definePolicy } from '../../platform/authorized.ts';
import type { FlowRow } from './flow.table.ts';

/** Whoever runs the company edits all of its flows. */
export const flowPolicy = definePolicy<FlowRow>({ notFound: 'flow.not_found' }).allow(
  ['read', 'update', 'delete'],
  ({ level }) => level >= levels.COMPANY,
);
