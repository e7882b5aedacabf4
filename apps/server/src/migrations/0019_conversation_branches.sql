ALTER TABLE "conversations" ADD COLUMN "shown_message_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
select set_config('lectern.across_companies', 'on', true);--> statement-breakpoint
update messages set parent_id = coalesce(messages.question_id, placed.before)
from (
  select id, lag(id) over (partition by conversation_id order by created_at, id) as before from messages
) as placed
where placed.id = messages.id;--> statement-breakpoint
select set_config('lectern.across_companies', '', true);
