import { AppError } from '@lectern/contract';
import { asSystemTx, type Tx } from '../../../platform/database/database.ts';
import type { Visitor } from '../../conversations/visitors/visitor-port.ts';
import { findWidget } from '../widget.queries.ts';
import { today } from '../widget.service.ts';
import { countQuestion } from './visitor.queries.ts';

/** Counts a question of a visitor, in the transaction that stores it: one that fails is not counted. */
export async function takeVisitorQuestion(tx: Tx, { id: visitorId, widgetId }: Visitor): Promise<void> {
  const widget = await findWidget(tx, widgetId);
  if (!widget) throw new AppError('widget.not_found');
  const { questionsPerVisitor, questionsPerDay } = widget;
  const system = asSystemTx('what visitors ask is counted, whoever they are', tx);
  const day = today();
  const retry = { retryAfterSeconds: secondsLeft() };
  if (!(await countQuestion(system, { visitorId }, day, questionsPerVisitor)))
    throw new AppError('widget.visitor_limit_reached', { max: questionsPerVisitor }, retry);
  if (!(await countQuestion(system, { widgetId }, day, questionsPerDay)))
    throw new AppError('widget.day_limit_reached', {}, retry);
}

function secondsLeft(): number {
  const end = new Date();
  end.setUTCHours(24, 0, 0, 0);
  return Math.max(1, Math.ceil((end.getTime() - Date.now()) / 1_000));
}
