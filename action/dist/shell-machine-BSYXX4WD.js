import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-UKAD6FS4.js";import"./chunk-PMYZVVWS.js";import"./chunk-CWR46IDK.js";import"./chunk-6REANS53.js";export{a as ShellMachine,b as shellWord};
