/** The tools whose logs are read, as people write their names. */
export const LOG_TOOLS = {
  "lm-eval": "lm-evaluation-harness",
  inspect: "Inspect",
  helm: "HELM",
  lighteval: "LightEval",
  "openai-evals": "OpenAI evals",
  "openai-batch": "OpenAI Batch",
  promptfoo: "promptfoo",
  nat: "NeMo Agent Toolkit",
  eee: "Every Eval Ever",
} as const;
export type LogTool = keyof typeof LOG_TOOLS;

/** How the names of log files end, beside those of tables. */
export const LOG_ENDINGS = [".eval", ".parquet", ".txt"] as const;
