import type { AuditChange } from '@lectern/contract';

/** How a handler describes an audited call. */
export type Audit = {
  /** Says what the call is about, such as a name; with a company where it is not the actor's own. */
  (subject: string, company?: { id: string; name: string }): void;
  /**
   * Keeps the old and new value of each field of `after` that differs. Only for settings: never pass secrets, texts
   * or what a person wrote.
   */
  changed: (before: object, after: Settings) => void;
};

type Settings = Readonly<Record<string, AuditChange['to'] | undefined>>;

type AuditNotes = { about: Parameters<Audit> | undefined; changes: AuditChange[] };

/** What a handler says of its call, for the end of the entry. */
export function createAudit(): { audit: Audit; notes: AuditNotes } {
  const notes: AuditNotes = { about: undefined, changes: [] };
  const audit: Audit = Object.assign(
    (...about: Parameters<Audit>) => {
      notes.about = about;
    },
    {
      changed: (before: object, after: Settings) => {
        for (const [field, to] of Object.entries(after)) {
          const from = (before as Settings)[field] ?? null;
          if (to !== undefined && to !== from) notes.changes.push({ field, from, to });
        }
      },
    },
  );
  return { audit, notes };
}
