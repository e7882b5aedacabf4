import { readFileSync } from 'node:fs';
import { listTree } from './product.ts';

const part = { server: 0, parsers: 0, database: 0, others: 0 };
export type ProcessMemory = typeof part;

/** Proportional memory in bytes of the product's processes, by what they are. */
export function measureProcesses(pid: number): ProcessMemory {
  const memory = { ...part };
  for (const member of listTree(pid)) {
    try {
      const rollup = readFileSync(`/proc/${member}/smaps_rollup`, 'utf8');
      const command = readFileSync(`/proc/${member}/cmdline`, 'utf8');
      memory[nameProcess(command, member === pid)] += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) * 1024;
    } catch {
      // It has ended since the list was made.
    }
  }
  return memory;
}

function nameProcess(command: string, isFirst: boolean): keyof ProcessMemory {
  if (isFirst) return 'server';
  if (command.includes('parse-worker')) return 'parsers';
  return command.includes('postgres') ? 'database' : 'others';
}
