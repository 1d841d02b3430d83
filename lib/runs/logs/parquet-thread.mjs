// Starts the thread of readParquetLog. Node hands threads no loader for TypeScript, so that this one asks for it itself.
import { register } from "tsx/esm/api";

register();
await import("./parquet-worker");
