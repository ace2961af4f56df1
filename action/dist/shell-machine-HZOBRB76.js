import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-HBDRGBYV.js";import"./chunk-7FP6CXNQ.js";import"./chunk-6VLYQYI6.js";export{a as ShellMachine,b as shellWord};
