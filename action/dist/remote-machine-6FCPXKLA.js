import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a,b}from"./chunk-FXIOWTSL.js";import"./chunk-IH4GKXHK.js";import"./chunk-HBEY44I2.js";import"./chunk-6REANS53.js";export{a as RemoteMachine,b as shellWord};
