import {
  AppError,
  type BodyOf,
  isAllowedSite,
  type openVisit,
  type Visit,
  type VisitorSummary,
  type WidgetButton,
} from '@lectern/contract';
import type { Actor } from '../../../platform/actor.ts';
import { asSystemTx, newId, type SystemTx } from '../../../platform/database/database.ts';
import type { Platform } from '../../../platform/platform.ts';
import { generateToken, hashToken } from '../../../platform/token.ts';
import { flowPort } from '../../assistants/flow-port.ts';
import { findCompany } from '../../companies/company.queries.ts';
import type { WidgetWithAssistant } from '../widget.policy.ts';
import { findWidgetByPublicId } from '../widget.queries.ts';
import { loadWidget, secretContext } from '../widget.service.ts';
import type { VisitorRow } from '../widget.table.ts';
import { readSignedIdentity } from './signed-identity.ts';
import {
  findIdentityUser,
  findVisitorOfToken,
  insertUsedIdentity,
  insertVisitor,
  insertVisitorToken,
  touchVisitor,
  upsertKnownVisitor,
} from './visitor.queries.ts';

/** The widget behind a public id, while its company may show it. */
export async function findShownWidget(tx: SystemTx, publicId: string): Promise<WidgetWithAssistant> {
  const widget = await findWidgetByPublicId(tx, publicId);
  const company = widget && (await findCompany(tx, widget.companyId));
  if (!widget || !company?.enabled) throw new AppError('widget.not_found');
  return widget;
}

/** What the button on a page of this origin looks like. */
export function readButton(
  { database }: Platform,
  publicId: string,
  site: string | undefined,
): Promise<WidgetButton> {
  return database.asSystem('a public id names its company only after it is looked up', async (tx) => {
    const { appearance, sites, assistant } = await findShownWidget(tx, publicId);
    if (site !== undefined && !isAllowedSite(site, sites)) throw new AppError('widget.site_not_allowed');
    const { buttonText, position, width, height, color, textColor, image, language, title } = appearance;
    return {
      ...{ buttonText, position, width, height, color, textColor, image, language },
      title: title || assistant.name,
    };
  });
}

/** The sites that may frame a widget; none for one that does not show. */
export function listFramingSites({ database }: Platform, publicId: string): Promise<string[]> {
  return database.asSystem('a public id names its company only after it is looked up', (tx) =>
    findShownWidget(tx, publicId).then(
      ({ sites }) => sites,
      (error) => {
        if (error instanceof AppError) return [];
        throw error;
      },
    ),
  );
}

function checkPlace({ linkEnabled, sites }: WidgetWithAssistant, site: string | null): void {
  if (site === null ? linkEnabled : isAllowedSite(site, sites)) return;
  throw new AppError(site === null ? 'widget.link_off' : 'widget.site_not_allowed');
}

export const presentVisitor = ({ id, name, email, subject }: VisitorRow): VisitorSummary => ({
  id,
  name,
  email,
  verified: subject !== null,
});

type Admitted = { visitor: VisitorRow; token: string };

async function giveToken(tx: SystemTx, visitor: VisitorRow): Promise<Admitted> {
  const token = generateToken('lvt');
  await insertVisitorToken(tx, visitor, hashToken(token));
  return { visitor, token };
}

/** The person whom the site vouches for; what it signed lets in once, and the browser that it let in again. */
async function admitKnown(
  { secrets }: Platform,
  tx: SystemTx,
  widget: WidgetWithAssistant,
  {
    identity,
    site,
    earlier,
    token,
  }: { identity: string; site: string; earlier: VisitorRow | undefined; token: string | null },
): Promise<Admitted> {
  const { id: widgetId, companyId, sealedIdentitySecret: sealed } = widget;
  if (widget.identity === 'off' || sealed === null) throw new AppError('widget.identity_invalid');
  const { subject, name, email, expiresAt } = await readSignedIdentity(
    identity,
    secrets.decrypt(sealed, secretContext(widgetId)),
  );
  const tokenHash = hashToken(identity);
  if (
    token !== null &&
    earlier?.subject === subject &&
    (await findIdentityUser(tx, tokenHash)) === earlier.id
  )
    return { visitor: earlier, token };
  const visitor = await upsertKnownVisitor(tx, {
    id: newId(),
    companyId,
    widgetId,
    subject,
    name,
    email,
    site,
  });
  if (!(await insertUsedIdentity(tx, { tokenHash, companyId, visitorId: visitor.id, expiresAt })))
    throw new AppError('widget.identity_used');
  return giveToken(tx, visitor);
}

/** Begins a visit, or goes on with an earlier one of this widget. */
export function beginVisit(
  platform: Platform,
  publicId: string,
  { site, token, identity }: BodyOf<typeof openVisit>,
): Promise<Visit> {
  return platform.database.asSystem(
    'a public id names its company only after it is looked up',
    async (tx) => {
      const widget = await findShownWidget(tx, publicId);
      checkPlace(widget, site);
      const known = token === null ? undefined : await findVisitorOfToken(tx, hashToken(token));
      const earlier = known?.widgetId === widget.id ? known : undefined;
      const place = site ?? '';
      if (identity !== null) {
        const admitted = await admitKnown(platform, tx, widget, { identity, site: place, earlier, token });
        return present(tx, widget, admitted);
      }
      const goesOn = earlier && (widget.identity !== 'required' || earlier.subject !== null);
      if (token !== null && goesOn) {
        await touchVisitor(tx, earlier.id);
        return present(tx, widget, { visitor: earlier, token });
      }
      if (widget.identity === 'required') throw new AppError('widget.identity_required');
      const { companyId, id: widgetId } = widget;
      const visitor = await insertVisitor(tx, { id: newId(), companyId, widgetId, site: place });
      return present(tx, widget, await giveToken(tx, visitor));
    },
  );
}

/** A visit of whoever sets the widget up, whatever its sites and limits say. */
export function previewVisit({ database }: Platform, actor: Actor, widgetId: string): Promise<Visit> {
  return database.withActor(actor, async (tx) => {
    const widget = await loadWidget(tx, actor, 'manage', widgetId);
    const system = asSystemTx('whoever sets a widget up tries it as a visitor', tx);
    const visitor = await insertVisitor(system, {
      id: newId(),
      companyId: widget.companyId,
      widgetId,
      site: 'preview',
    });
    return present(system, widget, await giveToken(system, visitor));
  });
}

async function present(
  tx: SystemTx,
  { appearance, assistant, askName, askEmail, sources }: WidgetWithAssistant,
  { visitor, token }: Admitted,
): Promise<Visit> {
  const flows = await flowPort.get().describe(tx, assistant.flowId === null ? [] : [assistant.flowId]);
  return {
    token,
    visitor: presentVisitor(visitor),
    widget: {
      ...appearance,
      opener: appearance.opener || assistant.opener,
      title: appearance.title || assistant.name,
      assistantName: assistant.name,
      assistantAvatar: assistant.avatar,
      assistantLanguage: assistant.language,
      showQuote: assistant.showQuote,
      opensDocuments: sources === 'documents',
      askName,
      askEmail,
      variables: assistant.variables,
      form: flows.get(assistant.flowId ?? '')?.form ?? [],
    },
  };
}
