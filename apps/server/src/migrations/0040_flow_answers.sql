ALTER TABLE "assistants" ADD COLUMN "flow_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "inputs" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "flow_run" jsonb;--> statement-breakpoint
ALTER TABLE "flow_runs" ADD COLUMN "assistant_id" uuid;--> statement-breakpoint
ALTER TABLE "flow_runs" ADD COLUMN "answer_id" uuid;--> statement-breakpoint
ALTER TABLE "flow_runs" ADD CONSTRAINT "flow_runs_answer_id_messages_id_fk" FOREIGN KEY ("answer_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "flow_runs_answer" ON "flow_runs" USING btree ("answer_id");