let handed: { assistantId: string; question: string } | undefined;

/** Keeps a question that was typed elsewhere for the chat with this assistant, which opens next and asks it. */
export function handQuestion(assistantId: string, question: string): void {
  handed = { assistantId, question };
}

/** The question to ask; only once, so that a reload or a way back does not ask again. */
export function takeHandedQuestion(assistantId: string): string {
  const question = handed?.assistantId === assistantId ? handed.question : '';
  handed = undefined;
  return question;
}
