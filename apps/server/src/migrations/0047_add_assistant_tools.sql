CREATE TABLE "tool_decisions" (
	"tool_call_id" uuid PRIMARY KEY NOT NULL,
	"company_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"allowed" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "tool_decisions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "assistants" ADD COLUMN "tool_ids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "tool_calls" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tool_decisions" ADD CONSTRAINT "tool_decisions_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tool_decisions" ADD CONSTRAINT "tool_decisions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tool_decisions_message_id" ON "tool_decisions" USING btree ("message_id");--> statement-breakpoint
CREATE POLICY "of_company" ON "tool_decisions" AS PERMISSIVE FOR ALL TO public USING (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on'))) WITH CHECK (("company_id" = (select nullif(current_setting('lectern.company_id', true), '')::uuid) or (select current_setting('lectern.across_companies', true) = 'on')));