import { createContext, useContext } from 'react';

/** Outputs of one earlier node, or of the run itself. */
export type OutputGroup = {
  nodeId: string;
  name: string;
  outputs: { name: string; type: string; description: string }[];
};

/** What the node in the panel may refer to. */
export const EarlierOutputs = createContext<readonly OutputGroup[]>([]);

export const useEarlierOutputs = () => useContext(EarlierOutputs);

export const referenceTo = (nodeId: string, output: string) => `{{${nodeId}.${output}}}`;
