import { UndirectedGraph } from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import type { LayoutTask } from './run-layout.ts';

/** Steps between two looks at the drawing; few enough that it moves, many enough that it gets somewhere. */
const stepsAtOnce = 10;
const mostSteps = 600;
const longestMs = 20_000;
/** Groups are seen as groups where what binds them pulls more than what leads out of them. */
const bonds = { inside: 2.5, across: 0.25 };
/** So few find room side by side, and are few enough to be told apart without it. */
const few = { nodes: 300, inside: 1, across: 0.6, scalingRatio: 60 };

// The page must stay responsive while thousands of entities push each other about.
addEventListener('message', ({ data }: MessageEvent<LayoutTask>) => {
  const { positions, edges, communities } = data;
  const count = positions.length / 2;
  const graph = new UndirectedGraph();
  for (let n = 0; n < count; n++) graph.addNode(n, { x: positions[2 * n], y: positions[2 * n + 1] });
  for (const { source, target, weight } of edges) {
    const inside = communities[source] === communities[target];
    const { inside: close, across } = count < few.nodes ? few : bonds;
    graph.mergeEdge(source, target, { weight: weight * (inside ? close : across) });
  }
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    barnesHutOptimize: count > 500,
    strongGravityMode: false,
    outboundAttractionDistribution: true,
    edgeWeightInfluence: 1,
    gravity: 1.5,
    scalingRatio: count < few.nodes ? few.scalingRatio : 10,
    slowDown: 4 + Math.log(count + 1),
  };
  const begin = Date.now();
  let steps = 0;
  const step = () => {
    forceAtlas2.assign(graph, { iterations: stepsAtOnce, settings });
    steps += stepsAtOnce;
    const placed = new Float32Array(positions.length);
    graph.forEachNode((key, { x, y }) => {
      placed[2 * Number(key)] = x;
      placed[2 * Number(key) + 1] = y;
    });
    const done = steps >= mostSteps || Date.now() - begin > longestMs;
    postMessage({ positions: placed, done });
    if (done) close();
    else setTimeout(step);
  };
  step();
});
