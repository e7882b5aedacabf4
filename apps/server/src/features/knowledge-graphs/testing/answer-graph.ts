/** What a model answers to the questions of a build: captains and their vessels, passage by passage. */
export function answerGraph(messages: { role: string; content: string }[]): string[] {
  const prompt = messages.at(-1)?.content ?? '';
  if (messages[0]?.content.includes('"summary"'))
    return [
      '```json\n',
      JSON.stringify({ title: 'Vessels', summary: 'Captains and the ship each sails.' }),
      '\n```',
    ];
  const entities: unknown[] = [];
  const relations: unknown[] = [];
  prompt.split(/^Passage (?=\d+)/m).forEach((passage, number) => {
    for (const [, captain, vessel] of passage.matchAll(/(Captain\d+) sails (Vessel\d+)/g)) {
      entities.push({
        name: captain,
        type: 'Person',
        description: `${captain} is a captain.`,
        passages: [number],
      });
      entities.push({ name: vessel, type: 'ships', description: `${vessel} is a ship.`, passages: [number] });
      relations.push({
        source: captain,
        target: vessel,
        description: `${captain} sails it.`,
        strength: 8,
        passages: [number],
      });
    }
  });
  const answer = JSON.stringify({ entities, relations });
  return answer.match(/[\s\S]{1,400}/g) ?? [];
}
