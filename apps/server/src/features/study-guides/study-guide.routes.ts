import { getBaseGuide, getDocumentGuide, writeBaseGuide, writeDocumentGuide } from '@lectern/contract';
import { route } from '../../platform/http/route.ts';
import type { Platform } from '../../platform/platform.ts';
import { readStudyGuide, writeStudyGuide } from './study-guide.service.ts';

export function studyGuideRoutes(platform: Platform) {
  return [
    route(getDocumentGuide, ({ actor, params, signal }) => readStudyGuide(platform, actor, params, signal)),
    route(writeDocumentGuide, ({ actor, params, language, signal }) =>
      writeStudyGuide(platform, actor, params, { language, signal }),
    ),
    route(getBaseGuide, ({ actor, params, signal }) => readStudyGuide(platform, actor, params, signal)),
    route(writeBaseGuide, ({ actor, params, language, signal }) =>
      writeStudyGuide(platform, actor, params, { language, signal }),
    ),
  ];
}
