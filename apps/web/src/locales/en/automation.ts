/** How flows come to be, and what starts them. */
export const automation = {
  templates: {
    emptyFlow: 'Empty flow',
    emptyText: 'A question and its answer, to add steps between them.',
    beginWith: 'Begin with',
    steps: 'Steps',
    needs: 'What it works with',
    later: 'You can choose it later on the node as well.',
    model: 'Chat model',
    modelHint: 'Left empty, the default model of the company is used.',
    bases: 'Knowledge bases',
    assistant: 'Assistant',
    credential: 'It needs a credential for an outside service: choose it on the nodes that say so.',
    sketch: 'Sketch of the flow',
  },
};
