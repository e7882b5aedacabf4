import {
  type AssistantSummary,
  createAssistant,
  deleteAssistant,
  discardAssistantDraft,
  getAssistant,
  getAssistantDefaults,
  getAssistantDraft,
  getAssistantVersion,
  getGeneralAssistant,
  listAssistantRights,
  listAssistants,
  listAssistantVersions,
  publishAssistantDraft,
  restoreAssistantVersion,
  updateAssistant,
  updateAssistantRights,
} from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { listAssistantRows } from './assistant.queries.ts';
import {
  addAssistant,
  loadAssistant,
  presentAssistant,
  presentGeneralAssistant,
  presentSummaries,
  removeAssistant,
} from './assistant.service.ts';
import { assistantDefaults } from './assistant-defaults.ts';
import { changeRights, listRights } from './assistant-rights.service.ts';
import {
  changeAssistant,
  discardDraft,
  listVersions,
  publishDraft,
  readDraft,
  readVersion,
  restoreVersion,
} from './assistant-versions.service.ts';

export function assistantRoutes(platform: Platform) {
  const { database, mailer } = platform;
  const withMail = (summary: AssistantSummary) => ({
    ...summary,
    mailSupport: summary.mailSupport && mailer.configured,
  });
  return [
    route(listAssistants, ({ actor, query }) =>
      database.withActor(actor, async (tx) => {
        const { rows, total } = await listAssistantRows(tx, actor, query);
        return { items: (await presentSummaries(tx, actor, rows)).map(withMail), total };
      }),
    ),
    route(getGeneralAssistant, ({ actor }) =>
      database.withActor(actor, (tx) => presentGeneralAssistant(tx, actor)),
    ),
    route(getAssistantDefaults, async ({ query }) => assistantDefaults(query.language)),
    route(createAssistant, ({ actor, body }) => addAssistant(platform, actor, body)),
    route(getAssistant, ({ actor, params }) =>
      database.withActor(actor, async (tx) =>
        presentAssistant(tx, actor, await loadAssistant(tx, actor, 'read', params.assistantId)),
      ),
    ),
    route(updateAssistant, ({ actor, params, body }) =>
      changeAssistant(platform, actor, params.assistantId, body),
    ),
    route(deleteAssistant, ({ actor, params }) => removeAssistant(platform, actor, params.assistantId)),
    route(getAssistantDraft, ({ actor, params }) =>
      database.withActor(actor, (tx) => readDraft(tx, actor, params.assistantId)),
    ),
    route(publishAssistantDraft, ({ actor, params, body }) =>
      publishDraft(platform, actor, params.assistantId, body.note),
    ),
    route(discardAssistantDraft, ({ actor, params }) => discardDraft(platform, actor, params.assistantId)),
    route(listAssistantVersions, ({ actor, params, query }) =>
      database.withActor(actor, (tx) => listVersions(tx, actor, params.assistantId, query)),
    ),
    route(getAssistantVersion, ({ actor, params }) =>
      database.withActor(actor, (tx) => readVersion(tx, actor, params.assistantId, params.number)),
    ),
    route(restoreAssistantVersion, ({ actor, params, body }) =>
      restoreVersion(platform, actor, params, body.note),
    ),
    route(listAssistantRights, ({ actor, query }) =>
      database.withActor(actor, (tx) => listRights(tx, query)),
    ),
    route(updateAssistantRights, async ({ actor, params, body, audit }) => {
      const rights = await changeRights(platform, actor, params.assistantId, body, audit);
      audit(rights.assistantName);
      return rights;
    }),
  ];
}
