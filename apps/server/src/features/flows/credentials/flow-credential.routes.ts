import {
  createFlowCredential,
  deleteFlowCredential,
  listFlowCredentials,
  updateFlowCredential,
} from '@lectern/contract';
import { route } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import {
  addCredential,
  changeCredential,
  listCredentials,
  removeCredential,
} from './flow-credential.service.ts';

export function flowCredentialRoutes(platform: Platform) {
  return [
    route(listFlowCredentials, ({ actor }) => listCredentials(platform, actor)),
    route(createFlowCredential, ({ actor, body }) => addCredential(platform, actor, body)),
    route(updateFlowCredential, ({ actor, params, body }) =>
      changeCredential(platform, actor, params.flowCredentialId, body),
    ),
    route(deleteFlowCredential, ({ actor, params }) =>
      removeCredential(platform, actor, params.flowCredentialId),
    ),
  ];
}
