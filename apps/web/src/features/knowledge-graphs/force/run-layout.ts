export type LayoutTask = {
  /** x and y of each node, one after the other. */
  positions: Float32Array;
  edges: { source: number; target: number; weight: number }[];
  /** Number of the community of each node. */
  communities: (number | null)[];
  /** Pixels that each node takes from its middle, when all are seen at once. */
  radii: number[];
  /** Pixels of the drawing. */
  room: { width: number; height: number };
};

type Placed = { positions: Float32Array; done: boolean };

/** Lays a network out in a worker and reports positions until they converge. Returns a function that stops it early. */
export function runLayout(task: LayoutTask, onPlaced: (placed: Placed) => void): () => void {
  const worker = new Worker(new URL('./layout.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Placed>) => onPlaced(data);
  worker.postMessage(task);
  return () => worker.terminate();
}
