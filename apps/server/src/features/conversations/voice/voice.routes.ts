import { listSpokenParts, readAnswerAloud, transcribeQuestion } from '@lectern/contract';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listParts, readAloud } from './read-aloud.service.ts';
import { createSoundPlaces } from './sound-places.ts';
import { transcribe } from './transcribe.service.ts';

export function voiceRoutes(platform: Platform) {
  const holdPlace = createSoundPlaces();
  return [
    route(transcribeQuestion, ({ actor, params, request, signal }) =>
      holdPlace(actor.accountId, () => transcribe(platform, actor, params.assistantId, { request, signal })),
    ),
    route(listSpokenParts, async ({ actor, params }) => ({
      parts: await listParts(platform, actor, params),
    })),
    route(readAnswerAloud, ({ actor, params, body, signal }) =>
      holdPlace(actor.accountId, () => readAloud(platform, actor, params, { part: body.part, signal })),
    ),
  ];
}
