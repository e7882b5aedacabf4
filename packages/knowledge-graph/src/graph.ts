/** An entity of a base with every passage that names it. */
export type GraphEntity = {
  /** Unique in its graph, and the same from build to build while the name stays the same. */
  key: string;
  /** What leads to it: the keys (see `entityKey`) of all its spellings and short forms. */
  keys: string[];
  name: string;
  type: string;
  /** Short forms and other names, as written in the passages. */
  aliases: string[];
  mentions: { chunkId: string; description: string }[];
  /** PageRank, 1 for the average entity. */
  rank: number;
  /** Number of its community; null where it has no relation. */
  community: number | null;
};

/** Two entities by their places in `KnowledgeGraph.entities`. */
export type GraphRelation = {
  source: number;
  target: number;
  /** How much they belong together; comparable within one graph. */
  weight: number;
  mentions: { chunkId: string; description: string }[];
};

/** Entities that belong together more than with the rest. Numbered from 0 by size. */
export type GraphCommunity = {
  number: number;
  /** Places in `KnowledgeGraph.entities`, the weightiest first. */
  members: number[];
  /** Its three weightiest names. */
  title: string;
};

export type KnowledgeGraph = {
  entities: GraphEntity[];
  relations: GraphRelation[];
  communities: GraphCommunity[];
};
