-- One shape for all long-running work: the same columns, and the same names of states.
select set_config('lectern.across_companies', 'on', true);--> statement-breakpoint
ALTER TABLE "knowledge_graphs" RENAME COLUMN "wanted" TO "requested_version";--> statement-breakpoint
ALTER TABLE "knowledge_graphs" RENAME COLUMN "run_id" TO "lease_id";--> statement-breakpoint
ALTER TABLE "knowledge_graphs" RENAME COLUMN "alive_at" TO "heartbeat_at";--> statement-breakpoint
ALTER TABLE "knowledge_graphs" ADD COLUMN "error_details" jsonb;--> statement-breakpoint
ALTER TABLE "knowledge_graphs" ADD COLUMN "finished_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "knowledge_graphs" ALTER COLUMN "state" SET DEFAULT 'queued';--> statement-breakpoint
UPDATE "knowledge_graphs" SET
	"state" = CASE "state" WHEN 'building' THEN 'running' WHEN 'ready' THEN 'finished' ELSE "state" END,
	"error_details" = jsonb_build_object('detail', "error_detail");--> statement-breakpoint
UPDATE "knowledge_graphs" SET "error_details" = NULL WHERE "error_detail" IS NULL;--> statement-breakpoint
ALTER TABLE "knowledge_graphs" DROP COLUMN "error_detail";--> statement-breakpoint
ALTER TABLE "re_embeddings" RENAME COLUMN "wanted" TO "requested_version";--> statement-breakpoint
ALTER TABLE "re_embeddings" RENAME COLUMN "run_id" TO "lease_id";--> statement-breakpoint
ALTER TABLE "re_embeddings" RENAME COLUMN "alive_at" TO "heartbeat_at";--> statement-breakpoint
ALTER TABLE "re_embeddings" ADD COLUMN "error_details" jsonb;--> statement-breakpoint
ALTER TABLE "re_embeddings" ALTER COLUMN "state" SET DEFAULT 'queued';--> statement-breakpoint
UPDATE "re_embeddings" SET
	"state" = CASE "state" WHEN 'building' THEN 'running' WHEN 'done' THEN 'finished' ELSE "state" END,
	"error_details" = jsonb_build_object('detail', "error_detail");--> statement-breakpoint
UPDATE "re_embeddings" SET "error_details" = NULL WHERE "error_detail" IS NULL;--> statement-breakpoint
ALTER TABLE "re_embeddings" DROP COLUMN "error_detail";--> statement-breakpoint
ALTER TABLE "archive_tasks" RENAME COLUMN "run_id" TO "lease_id";--> statement-breakpoint
ALTER TABLE "archive_tasks" RENAME COLUMN "alive_at" TO "heartbeat_at";--> statement-breakpoint
ALTER TABLE "evaluation_runs" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "evaluation_runs" ADD COLUMN "percent" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "evaluation_runs" ADD COLUMN "lease_id" uuid;--> statement-breakpoint
ALTER TABLE "evaluation_runs" ADD COLUMN "heartbeat_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "evaluation_runs" ADD COLUMN "error_details" jsonb;--> statement-breakpoint
ALTER TABLE "evaluation_runs" ALTER COLUMN "state" SET DEFAULT 'queued';--> statement-breakpoint
UPDATE "evaluation_runs" SET "error_details" = jsonb_build_object('detail', "error_detail") WHERE "error_detail" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "evaluation_runs" DROP COLUMN "error_detail";--> statement-breakpoint
ALTER TABLE "s3_imports" RENAME COLUMN "status" TO "state";--> statement-breakpoint
ALTER TABLE "s3_imports" ALTER COLUMN "state" SET DEFAULT 'queued';--> statement-breakpoint
ALTER TABLE "s3_imports" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "s3_imports" ADD COLUMN "percent" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "s3_imports" ADD COLUMN "lease_id" uuid;--> statement-breakpoint
ALTER TABLE "s3_imports" ADD COLUMN "heartbeat_at" timestamp with time zone;--> statement-breakpoint
UPDATE "s3_imports" SET "state" = 'queued' WHERE "state" = 'in_progress';--> statement-breakpoint
ALTER TABLE "website_imports" RENAME COLUMN "status" TO "state";--> statement-breakpoint
ALTER TABLE "website_imports" ALTER COLUMN "state" SET DEFAULT 'queued';--> statement-breakpoint
ALTER TABLE "website_imports" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "website_imports" ADD COLUMN "percent" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "website_imports" ADD COLUMN "lease_id" uuid;--> statement-breakpoint
ALTER TABLE "website_imports" ADD COLUMN "heartbeat_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "website_imports" ADD COLUMN "error_details" jsonb;--> statement-breakpoint
UPDATE "website_imports" SET "state" = 'queued' WHERE "state" = 'in_progress';--> statement-breakpoint
UPDATE "website_imports" SET "error_details" = "error_detail"::jsonb WHERE "error_detail" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "website_imports" DROP COLUMN "error_detail";--> statement-breakpoint
-- Jobs that wait name the build by `version` from here on. A new installation has no queue yet.
DO $$ BEGIN
	IF to_regclass('pgboss.job') IS NOT NULL THEN
		UPDATE pgboss.job SET data = (data - 'wanted') || jsonb_build_object('version', data -> 'wanted')
		WHERE name IN ('graph.build', 're-embedding.build') AND data ? 'wanted';
	END IF;
END $$;--> statement-breakpoint
select set_config('lectern.across_companies', '', true);
