import type { getGraphNetwork, ResponseOf } from '@lectern/contract';

export type Network = ResponseOf<typeof getGraphNetwork>;
export type NetworkNode = Network['nodes'][number];

/** Places where the layout begins: communities around a circle, each entity near the middle of its own. The same network begins the same. */
export function placeNodes({ nodes }: Network): { x: number; y: number }[] {
  const communities = [...new Set(nodes.map(({ community }) => community ?? -1))].sort((a, b) => a - b);
  const angleOf = new Map(communities.map((number, n) => [number, (2 * Math.PI * n) / communities.length]));
  const spread = Math.sqrt(nodes.length) * 10;
  return nodes.map(({ community }, n) => {
    const angle = angleOf.get(community ?? -1) ?? 0;
    // The golden angle spreads any number of points evenly.
    const own = n * 2.399963;
    const distance = Math.sqrt(n + 1) * 3;
    return {
      x: Math.cos(angle) * spread + Math.cos(own) * distance,
      y: Math.sin(angle) * spread + Math.sin(own) * distance,
    };
  });
}

/** Radius in pixels: the weightier, the larger, by area. */
export function sizeOf(node: NetworkNode, mostRank: number): number {
  return 3 + 13 * Math.sqrt(node.rank / Math.max(mostRank, 0.001));
}

/** By how much all are drawn smaller where there are many, or little room. */
export function densityOf(count: number, width: number): number {
  const many = Math.min(1, Math.max(0.55, 18 / Math.sqrt(count)));
  return many * Math.min(1, Math.max(0.6, width / 900));
}

const ringRoom = 18;

/** A neighbourhood by itself: its middle, and around it, ring by ring, those that it is bound to, communities together. */
export function placeAround(
  middle: number,
  around: number[],
  { nodes }: Network,
): Map<number, { x: number; y: number }> {
  const sorted = [...around].sort(
    (a, b) =>
      (nodes[a]?.community ?? -1) - (nodes[b]?.community ?? -1) ||
      (nodes[b]?.rank ?? 0) - (nodes[a]?.rank ?? 0),
  );
  const rings = Math.ceil(sorted.length / ringRoom);
  const places = new Map([[middle, { x: 0, y: 0 }]]);
  sorted.forEach((place, n) => {
    const angle = (2 * Math.PI * n) / sorted.length;
    // Neighbours by angle are on separate rings, so that their names do not run into each other.
    const distance = 1 + (n % rings) / Math.max(rings, 1);
    places.set(place, { x: Math.cos(angle) * distance, y: Math.sin(angle) * distance });
  });
  return places;
}

/** The neighbours of each node, by place. */
export function listNeighbours({ nodes, edges }: Network): Set<number>[] {
  const neighbours = nodes.map(() => new Set<number>());
  for (const { source, target } of edges) {
    neighbours[source]?.add(target);
    neighbours[target]?.add(source);
  }
  return neighbours;
}
