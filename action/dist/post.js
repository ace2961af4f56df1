import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-3JBROACX.js";import"./chunk-JDIUWVHW.js";import"./chunk-M7DKMJDA.js";import"./chunk-7OXKXKQ6.js";import"./chunk-G2ASK6K2.js";import"./chunk-6VLYQYI6.js";await t(async()=>(await import("./post-OBFCP3QA.js")).postStep());
