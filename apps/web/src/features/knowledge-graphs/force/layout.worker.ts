import { UndirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import noverlap from 'graphology-layout-noverlap';
import type { LayoutTask } from './run-layout.ts';

/** Steps between two looks at the drawing; few enough that it moves, many enough that it gets somewhere. */
const stepsAtOnce = 10;
const mostSteps = 600;
const longestMs = 20_000;
/** Up to so many entities a graph is small. */
const fewNodes = 300;
/** A small graph falls into pieces: what pulls all of them to the middle keeps them together, side by side. */
const small = {
  inside: 1,
  across: 1,
  forces: { strongGravityMode: true, edgeWeightInfluence: 0.6, gravity: 0.6, scalingRatio: 12 },
};
/** In a large one groups are seen as groups where what binds them pulls more than what leads out of them. */
const large = {
  inside: 2.5,
  across: 0.25,
  forces: { strongGravityMode: false, edgeWeightInfluence: 1, gravity: 1.5, scalingRatio: 10 },
};

// The page must stay responsive while thousands of entities push each other about.
addEventListener('message', ({ data }: MessageEvent<LayoutTask>) => {
  const { positions, edges, communities, radii, room } = data;
  const count = positions.length / 2;
  const kind = count < fewNodes ? small : large;
  const graph = new UndirectedGraph();
  for (let n = 0; n < count; n++) graph.addNode(n, { x: positions[2 * n], y: positions[2 * n + 1] });
  for (const { source, target, weight } of edges) {
    const inside = communities[source] === communities[target];
    graph.mergeEdge(source, target, { weight: weight * (inside ? kind.inside : kind.across) });
  }
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    barnesHutOptimize: count > 500,
    ...kind.forces,
    outboundAttractionDistribution: true,
    slowDown: 4 + Math.log(count + 1),
  };
  const begin = Date.now();
  let steps = 0;
  const step = () => {
    forceAtlas2.assign(graph, { iterations: stepsAtOnce, settings });
    steps += stepsAtOnce;
    const done = steps >= mostSteps || Date.now() - begin > longestMs;
    if (done) separateNodes(graph, radii, room);
    const placed = new Float32Array(positions.length);
    graph.forEachNode((key, { x, y }) => {
      placed[2 * Number(key)] = x;
      placed[2 * Number(key) + 1] = y;
    });
    postMessage({ positions: placed, done });
    if (done) close();
    else setTimeout(step);
  };
  step();
});

const mostRounds = 150;

/** Moves apart what lies on top of each other, as it is seen when everything fits into the drawing. */
function separateNodes(graph: UndirectedGraph, radii: number[], room: LayoutTask['room']): void {
  const extentOf = (axis: 'x' | 'y') => {
    const values = graph.mapNodes((_, attributes) => attributes[axis] as number);
    const most = values.reduce((a, b) => Math.max(a, b), -Infinity);
    return most - values.reduce((a, b) => Math.min(a, b), Infinity);
  };
  const pixel = Math.max(extentOf('x') / room.width, extentOf('y') / room.height);
  if (!(pixel > 0)) return;
  noverlap.assign(graph, {
    maxIterations: mostRounds,
    settings: { margin: 1, ratio: 1 },
    inputReducer: (key, { x, y }) => ({ x: x / pixel, y: y / pixel, size: radii[Number(key)] ?? 1 }),
    outputReducer: (_, { x, y }) => ({ x: x * pixel, y: y * pixel }),
  });
}
