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
  imports: {
    title: 'Imported from {{product}}',
    summary: '{{mapped}} of {{total}} parts have come over.',
    open: 'Open the flow',
    kept: 'Kept as a note',
    keptHint:
      'There is nothing here that does their work. What came before such a part leads on to what came after; its note on the canvas holds its settings.',
    changed: 'To look at',
    changedHint: 'These parts have come over, but not with everything.',
    remarks: {
      knowledge_bases: 'Choose its knowledge bases.',
      model: 'It uses the default model. Choose another if you like.',
      credential: 'Its key was not taken over. Add a credential.',
      tools: 'Its tools were left out.',
      files: 'Its file inputs were left out.',
      expression: 'Part of what it computes was not understood. Check it.',
      first_only: 'Only the first of several texts or groups was taken.',
      result: 'Check what each round puts out.',
      option: 'Some of its settings were not understood.',
    },
  },
};
