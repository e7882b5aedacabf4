import { readdir, readFile } from 'node:fs/promises';

const kilobyte = 1024;

/** Bytes of real memory of a process and all its descendants; 0 where the system does not tell. */
export async function memoryOf(pid: number): Promise<number> {
  const processes = new Map<number, { parent: number; bytes: number }>();
  const entries = await readdir('/proc').catch(() => []);
  for (const entry of entries) {
    if (!/^\d+$/.test(entry)) continue;
    const status = await readFile(`/proc/${entry}/status`, 'utf8').catch(() => '');
    const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]);
    // What several processes share counts with none of them.
    const anonymous = Number(/^RssAnon:\s*(\d+)/m.exec(status)?.[1] ?? 0);
    if (status !== '') processes.set(Number(entry), { parent, bytes: anonymous * kilobyte });
  }
  let sum = 0;
  for (const [id, { bytes }] of processes) if (descends(id, pid, processes)) sum += bytes;
  return sum;
}

function descends(id: number, ancestor: number, processes: Map<number, { parent: number }>): boolean {
  for (let at = id, steps = 0; at > 1 && steps < 64; steps++) {
    if (at === ancestor) return true;
    at = processes.get(at)?.parent ?? 0;
  }
  return false;
}
