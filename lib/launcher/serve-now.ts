// Serves what is installed and built already: the container's command. `npm start` does this and all that comes before.
import { main } from "./serve";

await main("production");
