/**
 * The innermost JSON objects of a model's answer, whatever is around them: a fence, an introduction, an end that was
 * cut off. What is no JSON is left out.
 */
export function readObjects(answer: string): unknown[] {
  const objects: unknown[] = [];
  let start = -1;
  let inString = false;
  for (let at = 0; at < answer.length; at++) {
    const character = answer[at];
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = start >= 0;
    else if (character === '{') start = at;
    else if (character === '}' && start >= 0) {
      objects.push(parse(answer.slice(start, at + 1)));
      start = -1;
    }
  }
  return objects.filter((object) => object !== undefined);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
