import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{readFileSync as r}from"node:fs";var n=JSON.parse(r(new URL("../package.json",new URL("../src/version.ts",import.meta.url).href),"utf8")).version;export{n as a};
