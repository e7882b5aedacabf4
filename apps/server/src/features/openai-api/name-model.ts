import { writeId } from './openai-ids.ts';

/** The second model of the one that was asked, which answered in its place; the id is known of bare models. */
export type AnsweringModel = { id?: string; name: string };

/**
 * What an answer says of its model. A bare model is the one that answered; an assistant or a flow stays what it is, with
 * the model beside it.
 */
export function nameModel(asked: string, answeredBy: AnsweringModel | undefined) {
  if (!answeredBy) return { model: asked };
  if (asked.startsWith('model-') && answeredBy.id !== undefined)
    return { model: writeId('model-', answeredBy.id) };
  return { model: asked, answered_by: answeredBy.name };
}
