import type { ReceivedInvitation } from '@lectern/contract';

const texts = ['user', 'elevated', 'company'] as const;

/** The key of the sentence that says what one will be able to do in the company. */
export function invitationLevel({ level }: ReceivedInvitation): (typeof texts)[number] {
  return texts[level] ?? 'user';
}
